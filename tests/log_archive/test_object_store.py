"""An archive in an object store: a real S3 protocol server, on this machine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pyarrow.fs
import pytest
from click.testing import CliRunner
from support.long_logs import several_nights

from feeaudit.cli import cli
from feeaudit.intake.log_writer import write_log

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow
SECRET = "a-secret-that-is-nobodys"  # noqa: S105 - that of a server that ends with the test


@pytest.fixture
def bucket() -> Iterator[str]:
    """The address of a bucket, with credentials in it."""
    # It takes a third of a second to load, and every worker loads this file.
    from moto.server import ThreadedMotoServer  # noqa: PLC0415

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        settings = f"scheme=http&endpoint_override={host}%3A{port}&region=us-east-1"
        options = f"{settings}&allow_bucket_creation=true"
        store, path = pyarrow.fs.FileSystem.from_uri(f"s3://key:{SECRET}@records?{options}")
        store.create_dir(path)
        yield f"s3://key:{SECRET}@records/years?{settings}"
    finally:
        server.stop()


def test_an_archive_in_an_object_store_is_as_one_on_a_disk(bucket: str, tmp_path: Path) -> None:
    write_log(several_nights(days=1, hands=400), tmp_path / "night", "parquet")
    run, night, disk = CliRunner().invoke, str(tmp_path / "night"), str(tmp_path / "years")
    told = [run(cli, ["archive", night, "-o", where]) for where in (disk, bucket)]
    assert [each.exit_code for each in told] == [0, 0], told[1].output
    again = run(cli, ["archive", night, "-o", bucket])
    assert again.exit_code == 2
    assert "already" in again.stderr
    found = []
    for name, where in (("disk", disk), ("store", bucket)):
        output = tmp_path / name
        done = run(cli, ["audit", where, "-o", str(output), "--format", "json", "--jobs", "1"])
        assert done.exit_code == 1, done.output
        found.append((output / "findings.json").read_bytes())
    assert found[0] == found[1]
    everything = b"".join(each.read_bytes() for each in (tmp_path / "store").iterdir())
    assert SECRET.encode() not in everything
    assert SECRET not in "".join(each.output for each in (*told, again))
    asked = json.loads((tmp_path / "store" / "manifest.json").read_bytes())["asked"]
    assert asked["logs"] == ["s3://records/years"]


def test_an_address_that_cannot_be_opened_keeps_its_credentials(tmp_path: Path) -> None:
    address = f"s3://key:{SECRET}@records/years?scheme=http&endpoint_override=127.0.0.1%3A9"
    told = CliRunner().invoke(cli, ["audit", address, "-o", str(tmp_path / "out")])
    assert told.exit_code == 2
    assert "s3://records/years" in told.stderr
    assert SECRET not in told.output
