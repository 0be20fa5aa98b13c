"""Reads Chrome traces of PyTorch's profiler: how long a rank was in collectives, and what of it computation hid.

Run: python read_trace.py TRACE.json...

A trace is a list of events with a start and a duration in microseconds. Perfetto and chrome://tracing show the same file.
"""

import json
import sys


def joined(spans):
    """Spans of time without overlaps: [(start, end)], sorted."""
    found = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def length(spans):
    return sum(end - start for start, end in spans)


def shared(left, right):
    """Time that is in spans of both lists."""
    return length(left) + length(right) - length(joined(left + right))


def read(path):
    """Spans of a trace in microseconds: the parts of the step by name, collectives, matmuls and attention."""
    with open(path, encoding="utf8") as file:
        events = json.load(file)["traceEvents"]
    parts, collectives, compute = {}, [], []
    for event in events:
        if event.get("ph") != "X" or "dur" not in event:
            continue
        name, span = event["name"], (float(event["ts"]), float(event["ts"]) + float(event["dur"]))
        if event.get("cat") == "user_annotation" and name.split()[0] in ("forward", "backward", "optimizer", "passes"):
            parts.setdefault(name, []).append(span)
        elif name.startswith(("gloo:", "nccl:")):
            collectives.append(span)
        elif name.startswith(("aten::mm", "aten::addmm", "aten::bmm", "aten::_scaled_dot_product")):
            compute.append(span)
    return parts, joined(collectives), joined(compute), sum(1 for one in events if str(one.get("name")).startswith(("gloo:", "nccl:")))


def main():
    for path in sys.argv[1:]:
        parts, collectives, compute, calls = read(path)
        print(path)
        for name, spans in parts.items():
            print(f"  {name:12} {length(joined(spans)) / 1000:9.2f} ms")
        print(f"  collectives  {length(collectives) / 1000:9.2f} ms in {calls} calls")
        print(f"  of them beside matmuls or attention {shared(collectives, compute) / 1000:9.2f} ms")


if __name__ == "__main__":
    main()
