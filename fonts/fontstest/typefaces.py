#!/usr/bin/python3
"""Writes typefaces.json, the seed of package fontstest, from font files of Debian packages.

    apt-get update
    apt-get install --no-install-recommends python3-fonttools fontconfig
    /usr/bin/python3 typefaces.py

The packages named in typefaces.packages are downloaded with `apt-get download` and unpacked into a
temporary folder, so that none of them is installed. `--debs FOLDER` keeps the downloads in FOLDER and
takes from there what is already in it. The same packages give the same bytes. README.md tells the rules.
"""

import argparse
import collections
import datetime
import json
import logging
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata

from fontTools.misc.timeTools import epoch_diff
from fontTools.ttLib import TTCollection, TTFont, TTLibError
from fontTools.unicodedata import script, script_name

sys.dont_write_bytecode = True  # no cache folder beside the Go files
import typefaces_outline as outline  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SUFFIXES = {".ttf", ".otf", ".ttc", ".otc"}
SCRIPT_MIN = 20  # code points of a script that a file must map for the script to become a tag
EARLIEST, LATEST = 1986, 2030  # years; a head table outside of them holds no date
BROKEN = "\ufffd"

Face = collections.namedtuple(
    "Face", "family subfamilies version copyright designer description license category tags "
            "weight width italic created updated package release path index")


class Skip(Exception):
    """A file whose tables do not say what a record needs."""


# ---- names ----

def clean(text):
    """Line breaks, control characters and runs of blanks become one blank."""
    return re.sub(r"\s+", " ", "".join(" " if unicodedata.category(c) == "Cc" else c for c in text)).strip()


def name(font, *ids):
    """The first of the name IDs that holds a text, in English if there is a choice."""
    def rank(record):
        where = (record.platformID, record.platEncID, record.langID)
        if where == (3, 1, 0x409) or where == (3, 10, 0x409):
            order = 0
        elif record.platformID == 3 and record.langID & 0x3FF == 0x09:
            order = 1
        elif record.platformID == 0:
            order = 2
        elif record.platformID == 1 and record.langID == 0:
            order = 3
        else:
            order = 4
        return (order, *where)

    for wanted in ids:
        for record in sorted((r for r in font["name"].names if r.nameID == wanted), key=rank):
            try:
                text = clean(record.toUnicode(errors="strict"))
            except (UnicodeError, LookupError):
                continue
            if BROKEN in text:
                raise Skip(f"name {wanted} is broken")
            if text:
                return text
    return ""


def subfamilies(font):
    """The sub-family of the file and, of a variable font, those of its named instances."""
    found = [name(font, 17, 2)]
    if "fvar" in font:
        found += [name(font, i.subfamilyNameID) for i in font["fvar"].instances]
    return [n for n in found if n]


def slug(family):
    plain = unicodedata.normalize("NFKD", family).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def date(seconds):
    """A date of the head table, which counts from 1904, in RFC 3339; empty if it cannot be one."""
    try:
        when = datetime.datetime.fromtimestamp(seconds + epoch_diff, datetime.timezone.utc)
    except (OverflowError, ValueError, OSError):
        return ""
    return when.strftime("%Y-%m-%dT%H:%M:%SZ") if EARLIEST <= when.year <= LATEST else ""


# ---- what kind of typeface it is ----

def category(font, family, coverage):
    os2, panose = font["OS/2"], font["OS/2"].panose
    kind, serif, ibm = panose.bFamilyType, panose.bSerifStyle, os2.sFamilyClass >> 8 & 0xFF
    letters = sum(unicodedata.category(chr(c))[0] in "LM" for c in coverage)
    if letters < len(coverage) / 5 or not coverage or kind == 5 or ibm == 12:
        return "symbol"
    words = set(re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", family).lower()))
    for word, found in (("mono", "monospace"), ("sans", "sans-serif"), ("serif", "serif"), ("script", "handwriting")):
        if word in words:
            return found
    if font["post"].isFixedPitch or kind == 2 and panose.bProportion == 9 or outline.one_width(font):
        return "monospace"
    if kind == 3 or ibm == 10:
        return "handwriting"
    if kind == 4 or ibm == 9:
        return "display"
    if kind == 2 and serif >= 11 or ibm == 8:
        return "sans-serif"
    if kind == 2 and 2 <= serif <= 10 or ibm in (1, 2, 3, 4, 5, 7):
        return "serif"
    return {True: "serif", False: "sans-serif", None: "unclassified"}[outline.has_serifs(font)]


def tags(font, coverage):
    os2, found = font["OS/2"], set()
    if font["post"].isFixedPitch or outline.one_width(font):
        found.add("monospaced")
    if os2.usWeightClass >= 700:
        found.add("bold")
    if 1 < os2.usWeightClass <= 300:
        found.add("light")
    if 1 <= os2.usWidthClass < 5:
        found.add("condensed")
    if os2.usWidthClass > 5:
        found.add("expanded")
    if italic(font):
        found.add("italic")
    if "fvar" in font:
        found.add("variable")
    if {"CBDT", "sbix", "COLR", "SVG "} & set(font.keys()):
        found.add("color")
    if "MATH" in font:
        found.add("math")
    if "GSUB" in font and font["GSUB"].table.FeatureList:
        features = {r.FeatureTag for r in font["GSUB"].table.FeatureList.FeatureRecord}
        found |= {tag for feature, tag in (("smcp", "small-caps"), ("onum", "old-style-figures"), ("swsh", "swashes"),
                                           ("dlig", "discretionary-ligatures"), ("frac", "fractions"))
                  if feature in features}
    counted = collections.Counter(script(chr(c)) for c in coverage)
    found |= {re.sub(r"[^a-z]+", "-", script_name(s).lower())
              for s, n in counted.items() if n >= SCRIPT_MIN and s not in ("Zyyy", "Zinh", "Zzzz")}
    return found


def italic(font):
    return bool(font["head"].macStyle & 2 or font["OS/2"].fsSelection & 1)


def languages(path, index, font):
    """What the meta table says the font is for, else the languages whose letters fontconfig finds in it."""
    if "meta" in font:
        for key in ("dlng", "slng"):
            stated = font["meta"].data.get(key)
            if stated:
                return sorted({t.strip() for t in stated.split(",") if t.strip()})
    out = subprocess.run(["fc-query", "--index", str(index), "--format", "%{lang}\n", str(path)],
                         check=True, capture_output=True, text=True).stdout
    return sorted({t for t in out.split("\n")[0].split("|") if t and not t.startswith("und")})


# ---- files and families ----

def fonts_of(path):
    if path.suffix.lower() in (".ttc", ".otc"):
        return list(enumerate(TTCollection(str(path), lazy=True).fonts))
    return [(0, TTFont(str(path), lazy=True))]


def face(font, package, release, path, index):
    missing = [t for t in ("name", "head", "OS/2", "post", "cmap") if t not in font]
    if missing:
        raise Skip("no table " + ", ".join(missing))
    coverage = set()
    for table in font["cmap"].tables:
        if table.isUnicode():
            coverage |= set(table.cmap)
    family = name(font, 16, 1)
    version = re.sub(r"^version\s+", "", name(font, 5), flags=re.I)
    found = Face(
        family=family, subfamilies=subfamilies(font), version=version, copyright=name(font, 0),
        designer=name(font, 9), description=name(font, 10), license=name(font, 14),
        category=category(font, family, coverage), tags=tags(font, coverage),
        weight=font["OS/2"].usWeightClass, width=font["OS/2"].usWidthClass, italic=italic(font),
        created=date(font["head"].created), updated=date(font["head"].modified),
        package=package, release=release, path=path, index=index)
    for member in ("family", "subfamilies", "version", "copyright", "created", "updated"):
        if not getattr(found, member):
            raise Skip(f"no {member}")
    if not slug(family):
        raise Skip("family without a Latin letter")
    return found


def record(faces, roots):
    """One family: the file nearest to upright, regular and of normal width speaks for it."""
    faces = sorted(faces, key=lambda f: (f.width, f.weight, f.italic, f.package, f.path, f.index))
    regular = min(faces, key=lambda f: (f.italic, abs(f.width - 5), abs(f.weight - 400),
                                      f.package, f.path, f.index))
    path = roots[regular.package] / regular.path
    font = dict(fonts_of(path))[regular.index]
    return {
        "id": slug(regular.family),
        "name": regular.family,
        "fontFamily": regular.family,
        "fontSubfamily": list(dict.fromkeys(n for f in faces for n in f.subfamilies)),
        "version": regular.version,
        "copyright": regular.copyright,
        "description": regular.description,
        "designer": regular.designer,
        "license": regular.license if re.match(r"https?://\S+$", regular.license) else None,
        "tags": ",".join(sorted(set().union(*(f.tags for f in faces)))),
        "languages": ",".join(languages(path, regular.index, font)),
        "category": regular.category,
        "created_at": regular.created,
        "updated_at": regular.updated,
        "source": {"package": regular.package, "version": regular.release, "file": regular.path},
    }


def unpack(packages, debs, target):
    """Downloads what is missing in debs, unpacks all of it, and says which version each package has."""
    have = {p.name.split("_")[0] for p in debs.glob("*.deb")}
    missing = [p for p in packages if p not in have]
    if missing:
        subprocess.run(["apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", *missing],
                       cwd=debs, check=True, stdout=subprocess.DEVNULL)
    versions = {}
    target.mkdir()
    for package in packages:
        deb, = debs.glob(f"{package}_*.deb")
        versions[package] = subprocess.run(["dpkg-deb", "-f", str(deb), "Version"],
                                           check=True, capture_output=True, text=True).stdout.strip()
        subprocess.run(["dpkg-deb", "-x", str(deb), str(target / package)], check=True)
    return versions


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--debs", type=pathlib.Path, help="folder that keeps the downloaded packages")
    options.add_argument("--out", type=pathlib.Path, default=HERE / "typefaces.json")
    options = options.parse_args()
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)

    packages = sorted(set((HERE / "typefaces.packages").read_text().split()))
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        debs = (options.debs or work / "debs").resolve()
        debs.mkdir(parents=True, exist_ok=True)
        versions = unpack(packages, debs, work / "root")

        families, roots = {}, {p: work / "root" / p for p in packages}
        for package in packages:
            for path in sorted(p for p in roots[package].rglob("*") if p.suffix.lower() in SUFFIXES):
                if path.is_symlink():
                    continue
                inside = path.relative_to(roots[package]).as_posix()
                try:
                    for index, font in fonts_of(path):
                        found = face(font, package, versions[package], inside, index)
                        families.setdefault(slug(found.family), []).append(found)
                except (Skip, TTLibError, KeyError, AttributeError) as why:
                    print(f"skipped {package} {inside}: {why}", file=sys.stderr)
        records = []
        for key in sorted(families):
            spelling = families[key][0].family  # two spellings would be one id
            records.append(record([f for f in families[key] if f.family == spelling], roots))
    lines = ",\n".join(json.dumps(r, ensure_ascii=False) for r in records)
    options.out.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(records)} typefaces", file=sys.stderr)


if __name__ == "__main__":
    main()
