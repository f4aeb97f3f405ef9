"""What the outlines of a font say about its kind, for the many fonts that leave PANOSE empty."""

import string

from fontTools.pens.recordingPen import DecomposingRecordingPen

STEPS = 16                   # line segments that stand for a curve
FEET = (0.01, 0.02, 0.04)    # where serifs are measured, as shares of the height of H: some are hairlines, some are cupped
STEM = (0.2, 0.3, 0.7, 0.8)  # where the stem is, clear of serifs and of the bar
CROOKED = 0.012              # how far, in ems, a stem may be from a straight line
WIDER = 1.35                 # a foot that is this many times wider than its stem is a serif


def one_width(font):
    """Whether all Latin letters and digits of the font have the same advance width."""
    cmap, advances = font.getBestCmap() or {}, font["hmtx"]
    wanted = [ord(c) for c in string.ascii_letters + string.digits]
    return all(c in cmap for c in wanted) and len({advances[cmap[c]][0] for c in wanted}) == 1


def has_serifs(font):
    """Whether the left stem of H ends in a serif; None where H is missing or has no straight stem."""
    name = (font.getBestCmap() or {}).get(ord("H"))
    if name is None or not {"glyf", "CFF ", "CFF2"} & set(font.keys()):
        return None
    lines = flatten(font, name)
    if not lines:
        return None
    ys = [y for (_, a), (_, b) in lines for y in (a, b)]
    bottom, height = min(ys), max(ys) - min(ys)
    if height <= 0:
        return None
    stems = [first_run(lines, bottom + share * height) for share in STEM]
    feet = [run for share in FEET if (run := first_run(lines, bottom + share * height))]
    if not feet or None in stems:
        return None
    for side in (0, 1):
        xs = [run[side] for run in stems]
        slope = (xs[-1] - xs[0]) / (STEM[-1] - STEM[0])
        if any(abs(x - xs[0] - slope * (share - STEM[0])) > CROOKED * font["head"].unitsPerEm
               for x, share in zip(xs, STEM)):
            return None
    stem = sum(right - left for left, right in stems) / len(stems)
    return max(right - left for left, right in feet) > WIDER * stem if stem > 0 else None


def flatten(font, name):
    """The outline of a glyph as straight lines."""
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    lines, start, here = [], None, None
    for operator, points in pen.value:
        if operator == "moveTo":
            start = here = points[0]
        elif operator == "lineTo":
            lines.append((here, points[0]))
            here = points[0]
        elif operator == "curveTo":
            lines += chords(here, *points)
            here = points[-1]
        elif operator == "qCurveTo":
            if points[-1] is None:  # a contour without a point on the curve
                return []
            controls = list(points[:-1])
            for i, control in enumerate(controls):
                last = i == len(controls) - 1
                end = points[-1] if last else tuple((a + b) / 2 for a, b in zip(control, controls[i + 1]))
                lines += chords(here, control, end)
                here = end
            if not controls:
                lines.append((here, points[-1]))
                here = points[-1]
        elif operator in ("closePath", "endPath") and here != start:
            lines.append((here, start))
    return lines


def chords(*controls):
    """A Bézier curve of any degree as straight lines."""
    def at(t):
        points = controls
        while len(points) > 1:
            points = [tuple(a + (b - a) * t for a, b in zip(p, q)) for p, q in zip(points, points[1:])]
        return points[0]

    points = [at(i / STEPS) for i in range(STEPS + 1)]
    return list(zip(points, points[1:]))


def first_run(lines, y):
    """The leftmost stretch of ink on the horizontal line at y, as (left, right)."""
    crossings = []
    for (x0, y0), (x1, y1) in lines:
        if (y0 <= y) != (y1 <= y):
            crossings.append((x0 + (x1 - x0) * (y - y0) / (y1 - y0), 1 if y1 > y0 else -1))
    crossings.sort()
    winding = 0
    for i, (x, direction) in enumerate(crossings):
        winding += direction
        if winding == 0:
            return crossings[0][0], x
    return None
