"""Addresses of clusters: with TLS, by the settings that the manual gives, and those of none."""

from __future__ import annotations

import datetime as dt
import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from support.programs import run_program

from feeaudit.cli import cli

pytest.importorskip("distributed")
pytest.importorskip("cryptography")

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow
PEOPLE = ("scheduler", "worker", "client")
PATIENCE = 120
A_DAY = dt.timedelta(days=1)


def certificates(folder: Path) -> None:
    """Make an authority and, of it, a certificate for each part of a cluster with its key."""
    authority, own = ec.generate_private_key(ec.SECP256R1()), named("authority")
    root = signed(own, own, authority, authority)
    (folder / "ca.pem").write_bytes(pem(root))
    for name in PEOPLE:
        key = ec.generate_private_key(ec.SECP256R1())
        secret = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        (folder / f"{name}.pem").write_bytes(pem(signed(named(name), own, key, authority)) + secret)


def named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def signed(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    authority: ec.EllipticCurvePrivateKey,
) -> x509.Certificate:
    now = dt.datetime.now(dt.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - A_DAY)
        .not_valid_after(now + A_DAY)
        .add_extension(x509.BasicConstraints(ca=key is authority, path_length=None), critical=True)
        .sign(authority, hashes.SHA256())
    )


def settings(folder: Path) -> dict[str, str]:
    """Return the settings of the manual for certificates in a folder."""
    prefix = "DASK_DISTRIBUTED__COMM__"
    return {
        f"{prefix}REQUIRE_ENCRYPTION": "true",
        f"{prefix}TLS__CA_FILE": str(folder / "ca.pem"),
        **{f"{prefix}TLS__{name.upper()}__CERT": str(folder / f"{name}.pem") for name in PEOPLE},
    }


@contextmanager
def running(words: list[str], environment: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A scheduler and a worker that speak nothing but TLS: its address, and the settings."""
    folder = tmp_path_factory.mktemp("tls")
    certificates(folder)
    given = settings(folder)
    file = folder / "scheduler.json"
    environment = {**os.environ, **given}
    common = ["--scheduler-file", str(file)]
    with ExitStack() as stack:
        words = ["scheduler", "--host", "tls://127.0.0.1", "--port", "0", *common]
        stack.enter_context(running([*words, "--no-dashboard"], environment))
        deadline = time.monotonic() + PATIENCE
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        words = ["worker", "--nthreads", "1", "--no-dashboard", "--local-directory", str(folder)]
        stack.enter_context(running([*words, *common], environment))
        yield json.loads(file.read_text(encoding="utf-8"))["address"], given


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("log") / "night"
    words = ["simulate", "-o", str(path), "--hands", "60", "--cardroom", "mortimers"]
    assert CliRunner().invoke(cli, words).exit_code == 0
    return path


def audited(
    log: Path, output: Path, *more: str, **settings: str
) -> subprocess.CompletedProcess[str]:
    words = ["audit", str(log), "-o", str(output), "--format", "json", *more]
    return run_program(words, environment={**os.environ, **settings})


def test_an_audit_over_tls_says_what_one_on_this_machine_says(
    secured: tuple[str, dict[str, str]], log: Path, tmp_path: Path
) -> None:
    address, given = secured
    assert address.startswith("tls://")
    alone = audited(log, tmp_path / "alone")
    there = audited(log, tmp_path / "there", "--cluster", address, **given)
    assert there.returncode == alone.returncode == 0, there.stderr
    said = [(tmp_path / name / "findings.json").read_bytes() for name in ("alone", "there")]
    assert said[0] == said[1]


def test_without_certificates_the_cluster_is_refused_in_words(
    secured: tuple[str, dict[str, str]], log: Path, tmp_path: Path
) -> None:
    address, _ = secured
    refused = audited(log, tmp_path / "out", "--cluster", address)
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert "certificate" in refused.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("", "it is empty"),
        (" ", "it is empty"),
        ("tcp://", "missing port number"),
        ("127.0.0.1:scheduler", "no Dask scheduler answers at 127.0.0.1:scheduler"),
        ("carrier://pigeon:1", "unknown address scheme"),
    ],
)
def test_an_address_of_no_cluster_is_refused_in_words(
    log: Path, tmp_path: Path, address: str, why: str
) -> None:
    words = ["audit", str(log), "-o", str(tmp_path / "out"), "--cluster", address]
    refused = CliRunner().invoke(cli, words)
    assert why in f"{refused.output}{refused.exception}"
    assert not (tmp_path / "out").exists()
