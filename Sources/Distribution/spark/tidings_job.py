"""Mails of exports that lie in an engine: a Spark job around `tidings mail - -o -` (tidings.filter/1).

    spark-submit tidings_job.py --out s --now 2026-02-08T15:05:00Z --records r.jsonl --recipients p.jsonl \\
        -- --profile rooms --from digest@example.org
    spark-submit tidings_job.py --out s --now 2026-02-08T18:00:00Z --fold

A run is published by its manifest, `runs/<now>.json`: senders and the next run read nothing else. `--fold` is a
step of its own, for when the mails were sent: it keeps the books and deletes the mails.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import uuid

import numpy
import pyarrow
from pyarrow import compute
from pyspark.sql import SparkSession, Window
from pyspark.sql import functions as F

# `size` is the message's, null for none, so that counting messages does not read them.
# A partition's last row holds its processor time and how many lines its filter was given.
ANSWER = "recipient string, outcome string, message string, book string, fingerprint string, size long, cpu double, lines long"
NUMBERS = {"size": pyarrow.int64(), "cpu": pyarrow.float64(), "lines": pyarrow.int64()}


def create(path, facts):
    """Writes a file unless there is one, whole or not at all; gives what is there then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    own = path.with_name(f".{uuid.uuid4().hex}")
    own.write_text(json.dumps(facts))
    try:
        os.link(own, path)
    except FileExistsError:
        pass
    own.unlink()
    return json.loads(path.read_text())


def published(out):
    """The folders of answers that runs have published, but for those that a snapshot has taken over."""
    facts = [json.loads(path.read_text()) for path in sorted((out / "runs").glob("*.json"))]
    facts = [one for one in facts if "attempt" in one]
    folded = {attempt for one in facts for attempt in one.get("folds", [])}
    return [one["attempt"] for one in facts if one["attempt"] not in folded]


def named(source):
    """The profile of `gitlab=todos.jsonl`, and its path."""
    system, _, path = source.partition("=")
    return (system, path) if path and "/" not in system else ("", source)


def lines(path, spark):
    """JSON Lines as they are, a table of Parquet as JSON."""
    if pathlib.Path(path.split(",")[0]).suffix == ".jsonl":
        return spark.read.text(path.split(",")).select(F.col("value").alias("line"))
    return spark.read.parquet(*path.split(",")).select(F.to_json(F.struct("*")).alias("line"))


def people(path, spark):
    """A line for each person; who is there twice, or shares an address with somebody before, is refused."""
    found = lines(path, spark).distinct().select(
        "line", F.get_json_object("line", "$.id").alias("key"),
        F.lower(F.get_json_object("line", "$.email")).alias("email"))  # fmt: skip
    same = Window.partitionBy("key")
    found = found.withColumn("entries", F.count("*").over(same)).withColumn(
        "number", F.row_number().over(same.orderBy("line"))).filter("number = 1")  # fmt: skip
    shared = F.row_number().over(Window.partitionBy("email").orderBy("key"))
    found = found.withColumn("owner", F.when(F.col("email").isNull(), 1).otherwise(shared))
    why = F.when(F.col("entries") > 1, F.lit("the recipient is there twice")).when(
        F.col("owner") > 1, F.lit("the address belongs to another recipient"))  # fmt: skip
    refused = F.when(why.isNull(), "").otherwise(F.concat(F.lit('"refused":"'), why, F.lit('",')))
    line = F.concat(F.lit('{"tidings":"recipient",'), refused, F.lit('"recipient":'), "line", F.lit("}"))
    return found.select("key", F.lit(0).alias("kind"), line.alias("line"))


def control(name, system):
    """The column of control lines: a record is one of their members, and a mark's members are theirs."""
    begin, profile = f'{{"tidings":"{name}",', f'"profile":"{system}",' if system else ""
    if name == "record":
        return F.concat(F.lit(f'{begin}{profile}"record":'), "line", F.lit("}"))
    # A mark may name its profile itself.
    profile = F.when(F.get_json_object("line", "$.profile").isNull(), profile).otherwise("")
    return F.concat(F.lit(begin), profile, F.expr("substring(line, 2)"))


def stream(plan, key, spark):
    """Everything of every person: (key, kind, line); ids of other profiles become those of `also`."""
    parts = [people(plan["recipients"], spark)]
    also = parts[0].select(F.col("key").alias("person"), F.explode(F.from_json(
        F.get_json_object("line", "$.recipient.also"), "map<string,string>")).alias("system", "id"))  # fmt: skip
    if plan["books"]:
        book = F.concat(F.lit('{"tidings":"book","book":'), "book", F.lit("}"))
        books = spark.read.schema(ANSWER).parquet(*plan["books"])
        parts.append(books.select(F.col("recipient").alias("key"), F.lit(1).alias("kind"), book.alias("line")))
    kinds = [(3, "record", path) for path in plan["records"]] + [(2, "mark", path) for path in plan["marks"]]
    for kind, name, source in kinds:
        system, path = named(source)
        rows = lines(path, spark)
        owner = F.get_json_object("line", f"$.{'recipient' if kind == 2 else key}")
        rows = rows.select(F.coalesce(owner, F.lit("me")).alias("key"), F.lit(kind).alias("kind"), "line")
        if kind == 2 or system:
            rows = rows.withColumn("line", control(name, system))
        if system:
            rows = rows.join(also.filter(F.col("system") == system), rows.key == also.id, "left").select(
                F.coalesce("person", "key").alias("key"), "kind", "line")
        parts.append(rows)
    whole = parts[0]
    for part in parts[1:]:
        whole = whole.unionByName(part)
    return whole


def feed(batches, out):
    """Writes a partition's lines as they lie in memory, and opens a group for who has no line as a recipient.

    Gives how many groups and lines there were. Whatever goes wrong, the filter sees no end and answers nothing more.
    """
    last, groups, count = None, 0, 0
    for batch in batches:
        if batch.num_rows == 0:
            continue
        keys, kinds, lines = batch.columns
        lines = lines.cast(pyarrow.large_binary())
        ends = numpy.frombuffer(lines.buffers()[1], numpy.int64)[lines.offset : lines.offset + len(lines) + 1]
        text = memoryview(lines.buffers()[2])
        changes = compute.not_equal(keys.slice(1), keys.slice(0, len(keys) - 1)).to_numpy(zero_copy_only=False)
        begins = numpy.flatnonzero(numpy.concatenate(([keys[0].as_py() != last], changes)))
        last, written = keys[-1].as_py(), 0
        groups, count = groups + len(begins), count + len(keys)
        for row in begins[kinds.to_numpy()[begins] > 0]:
            out.write(text[ends[written] : ends[row]])
            opener = {"tidings": "recipient", "recipient": {"id": keys[row].as_py()}}
            out.write(json.dumps(opener, separators=(",", ":")).encode() + b"\n")
            written = row
        out.write(text[ends[written] : ends[-1]])
    out.write(b'{"tidings":"end"}\n')
    return groups, count


def answers(command):
    """What a task does with its partition: a thread writes to the filter while the task reads of it."""

    def work(batches):
        # A message has some 25 KB: many fit into one reading.
        filter = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1 << 20)
        fed = []

        def write():
            try:
                with filter.stdin as out:
                    fed.extend(feed(batches, out))
            except Exception as failure:
                print(f"tidings_job: {failure!r}", file=sys.stderr)

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        rows, message, begin, end = [], None, None, None
        try:
            for line in filter.stdout:
                if not line.startswith(b'{"tidings":"'):
                    message = line[:-1]
                elif line.startswith(b'{"tidings":"answer"'):
                    cut = line.rindex(b',"book":')
                    facts = json.loads(line[:cut] + b"}")
                    size = None if message is None else len(message)
                    rows.append((
                        facts["recipient"], facts["outcome"], message, line[cut + 8 : -2], begin["fingerprint"], size, 0.0, 0))  # fmt: skip
                    message = None
                else:
                    facts = json.loads(line)
                    begin = facts if facts["tidings"] == "begin" else begin
                    end = facts if facts["tidings"] == "end" else end
                # One stays: the last one holds what the end says.
                if len(rows) == 257:
                    yield batch_of(rows[:256])
                    rows = rows[256:]
            writer.join()
            sys.stderr.writelines(f"tidings: {one}\n" for one in (end or {}).get("warnings", []))
            if filter.wait() != 0 or end is None:
                raise RuntimeError(f"the filter ended with {filter.returncode} and {'no' if end is None else 'an'} end")
            if not fed or end["answers"] != fed[0]:
                raise RuntimeError(f"the filter was given {fed or 'not all'} groups and lines, and answered {end['answers']} times")
            if rows:
                rows[-1] = (*rows[-1][:-2], end["cpu"], fed[1])
                yield batch_of(rows)
        finally:
            filter.kill()

    return work


def batch_of(rows):
    names = [field.split()[0] for field in ANSWER.split(", ")]
    columns = [list(column) for column in zip(*rows)]
    arrays = [
        pyarrow.array(column, NUMBERS[name]) if name in NUMBERS
        else pyarrow.array(column, pyarrow.binary()).cast(pyarrow.string())
        for name, column in zip(names, columns)
    ]  # fmt: skip
    return pyarrow.RecordBatch.from_arrays(arrays, names)


def run(options, spark):
    """Makes the answers of one run and publishes them; gives the manifest, or None if a brake was tripped."""
    if __name__ != "__main__":
        # Imported by a driver of one's own: Spark pickles its functions by name, and the workers look for them.
        spark.sparkContext.addPyFile(__file__)
    out = pathlib.Path(options.out)
    plan = create(out / "runs" / f"{options.now}.plan.json", {
        "now": options.now, "records": options.records, "recipients": options.recipients,
        "marks": options.marks, "books": published(out)})  # fmt: skip
    whole = stream(plan, options.key, spark)
    parts = options.partitions or max(2 * spark.sparkContext.defaultParallelism, size(plan) >> 26)
    command = [options.tidings, "mail", "-", "-o", "-", "--as", "jsonl", "--now", plan["now"], "--jobs", "1", *options.mail]
    attempt = str(out / "answers" / f"run={plan['now']}" / f"attempt={uuid.uuid4().hex}")
    ended = whole.withColumn("line", F.concat("line", F.lit("\n"))).repartition(parts, "key")
    ended.sortWithinPartitions("key", "kind", "line").mapInArrow(answers(command), ANSWER).write.option("parquet.enable.dictionary", "false").parquet(attempt)
    made = spark.read.schema(ANSWER).parquet(attempt)
    facts = made.agg(F.count("*"), F.countDistinct("recipient"), F.countDistinct("fingerprint"), F.count("size"), F.sum("cpu"), F.sum("lines")).first()
    # Every line that there is was given to a filter that answered to its end; counting them reads no JSON.
    lines = whole.count()
    if facts[0] != facts[1] or facts[2] != 1 or facts[5] != lines:
        raise RuntimeError(f"{facts[0]} answers of {facts[2]} kinds, {facts[1]} people, {facts[5]} of {lines} lines")
    if options.max_messages is not None and facts[3] > options.max_messages:
        print(f"tidings_job: {facts[3]} messages, and --max-messages allows {options.max_messages}", file=sys.stderr)
        return None
    return create(out / "runs" / f"{plan['now']}.json", {
        "attempt": attempt, "answers": facts[0], "messages": facts[3], "cpu": facts[4]})  # fmt: skip


def size(plan):
    sources = [plan["recipients"], *(named(one)[1] for one in plan["records"]), *plan["books"]]
    paths = [pathlib.Path(path) for source in sources for path in source.split(",")]
    return sum(f.stat().st_size for path in paths for f in (path.rglob("*") if path.is_dir() else [path]) if f.is_file())


def fold(out, now, spark, days=35):
    """Makes one snapshot of all books; what no later mail needs, and the answers themselves, are dropped."""
    out, old = pathlib.Path(out), published(pathlib.Path(out))
    if not old:
        return None
    time = lambda name: F.to_timestamp(F.get_json_object("book", f"$.{name}"))
    newest = Window.partitionBy("recipient").orderBy(F.desc("now"), "book")
    books = spark.read.schema(ANSWER).parquet(*old).select("recipient", "book").distinct()
    books = books.withColumn("now", time("now")).withColumn("first", F.row_number().over(newest))
    last = F.max(time("delivered")).over(Window.partitionBy("recipient"))
    books = books.withColumn("last", last).filter(
        (F.col("first") == 1) | (F.col("now") >= F.to_timestamp(F.lit(now)) - F.expr(f"INTERVAL {days} DAYS"))
        | F.col("last").isNull() | (F.col("now") >= F.col("last") - F.expr("INTERVAL 7 DAYS")))  # fmt: skip
    attempt = str(out / "answers" / f"fold={uuid.uuid4().hex}")
    books.select("recipient", "book").write.parquet(attempt)
    manifest = create(out / "runs" / f"{now}.fold.json", {"attempt": attempt, "folds": old})
    for path in manifest["folds"]:
        shutil.rmtree(path, ignore_errors=True)
    return manifest


def parsed(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--now", required=True)
    parser.add_argument("--records", action="append", default=[], help="[PROFILE=]PATH[,PATH…]")
    parser.add_argument("--recipients", help="required for a run")
    parser.add_argument("--marks", action="append", default=[], help="[PROFILE=]PATH[,PATH…]")
    parser.add_argument("--key", default="user_id", help="the field of a record that names its recipient")
    parser.add_argument("--tidings", default="tidings")
    parser.add_argument("--partitions", type=int)
    parser.add_argument("--max-messages", type=int)
    parser.add_argument(
        "--fold", action="store_true", help="make no mails: fold the books of earlier runs, and delete their mails")
    parser.add_argument("mail", nargs="*", help="after --: options of tidings mail")
    options = parser.parse_args(arguments)
    if options.fold and (options.records or options.recipients or options.marks or options.mail):
        parser.error("--fold makes no mails: run it by itself, with --out and --now, when the mails were sent")
    if not options.fold and not options.recipients:
        parser.error("--recipients is required")
    return options


def main(arguments):
    """Makes a run, or folds the books of earlier ones; gives the exit status."""
    options = parsed(arguments)
    spark = SparkSession.builder.appName("tidings").getOrCreate()
    if not options.fold:
        return 0 if run(options, spark) else 65
    if fold(options.out, options.now, spark) is None:
        print(f"tidings_job: there is nothing to fold in {options.out}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
