"""``python -m feeaudit``."""

from feeaudit.cli import main

if __name__ == "__main__":
    main()
