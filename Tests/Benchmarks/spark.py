"""The Spark job, twice in one session of two workers; prints the second job's figures as JSON.

    spark.py --records export.jsonl --recipients people.jsonl --tidings PATH --plain LINES.jsonl --now T -- MAIL OPTIONS

`--plain` is what a plain run made of the same inputs: each message must be the same line.
"""

import argparse
import hashlib
import json
import os
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent.parent
sys.path += [str(ROOT / "Sources/Distribution/spark"), str(ROOT / "Tests/Acceptance/support")]
os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}

import pyarrow.parquet  # noqa: E402
import tidings_job  # noqa: E402
from processor_time import processor_time  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

PARTS = {"jvm": b"org.apache.spark", "python": b"pyspark.daemon"}


def hashes(lines):
    return {hashlib.md5(line).digest() for line in lines}


def compare(manifest, plain):
    """Ends the program unless the answers hold the plain run's messages, each once."""
    parts = [hashes(line.rstrip(b"\n") for line in open(path, "rb")) for path in pathlib.Path(plain).glob("*.jsonl")]
    made, count = set(), 0
    for path in pathlib.Path(manifest["attempt"]).glob("*.parquet"):
        for batch in pyarrow.parquet.ParquetFile(path).iter_batches(batch_size=1024, columns=["message"]):
            lines = [value.as_py() for value in batch.column(0) if value.is_valid]
            count += len(lines)
            made |= hashes(line.encode() for line in lines)
    if made != set().union(*parts) or count != len(made):
        sys.exit(f"the job's {count} messages are not the plain run's")
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("records", "recipients", "tidings", "plain", "now"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("mail", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        session = (
            SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
            .config("spark.driver.memory", "4g").config("spark.local.dir", folder).getOrCreate()
        )  # fmt: skip
        session.sparkContext.setLogLevel("OFF")
        for out in "first", "second":
            before = {name: processor_time(match) for name, match in PARTS.items()}
            manifest = tidings_job.run(tidings_job.parsed([
                "--out", f"{folder}/{out}", "--now", options.now, "--records", options.records,
                "--recipients", options.recipients, "--tidings", options.tidings, "--", *options.mail]), session)  # fmt: skip
            figures = {name: processor_time(match) - before[name] for name, match in PARTS.items()}
        count = compare(manifest, options.plain)
        print(json.dumps({**figures, "filters": manifest["cpu"], "messages": count}))
        session.stop()


if __name__ == "__main__":
    main()
