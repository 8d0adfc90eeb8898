"""Where the console command begins: Ctrl-C while the program is still being read is no traceback either."""

import signal
import sys


def main() -> int:
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from paizhuo.cli.main import main as program
    finally:
        signal.signal(signal.SIGINT, before)
    return program()


if __name__ == "__main__":
    sys.exit(main())
