"""Settle a finished hand that is told as JSON: who pays what, how it was read, why other readings pay less."""

from paizhuo import format_tiles, settle

CASE = {  # six pairs and a zhong 中 (7z), which is the fu jing of a turned bai 白 (5z); the last pair is drawn
    "rules": "nanchang",
    "dealer": 1,
    "indicator": "5z",
    "seats": [{"hand": "1199m33p5577s22z7z"}, {}, {}, {}],
    "end": {"by": "zimo", "winners": [0], "tile": "7z"},
}

settled = settle(CASE)
for line in settled.lines:
    print(f"seat {line.giver} → seat {line.taker} {line.points:>4}  {line.text('en')}  [{line.clause}]")
print("points", *(f"{points:+d}" for points in settled.deltas))

reading = settled.reading
assert reading is not None
print("read as", reading.pattern, "with sets", *map(format_tiles, reading.sets))
for tile, stands in reading.jing:
    print("jing", format_tiles([tile]), "stands for", format_tiles([stands]))
for other in reading.others:
    print("not", other.why("en"))
