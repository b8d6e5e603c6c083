"""MkDocs hooks: what the manual shows without a second copy of it, and links that work on GitHub and on the site.

`<!-- include: PATH -->` in a page stands for a file of the project, its headings one level lower. A link that leaves
docs/ leads to the page that includes the file, or to a page made of its source.
"""

import os
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
INCLUDE = re.compile(r"^<!-- include: (\S+) -->$", re.MULTILINE)
LINK = re.compile(r"(?<=\]\()(?!https?:|#)([^)#\s]+)(#[^)\s]*)?(?=\))")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LANGUAGES = {".py": "python", ".js": "javascript", ".json": "json", ".toml": "toml", ".c": "c", ".sh": "sh"}
README = "README.md"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for every file that a page links to and that no page includes."""
    for target in sorted(_linked(files)):
        if target in _included() or target == README:
            continue
        path = ROOT / target
        if path.is_dir():
            listed = "".join(f"- `{each.name}`\n" for each in sorted(path.iterdir()) if each.name[0] not in "._")
            text = f"# `{target}/`\n\n{listed}"
        else:
            code = path.read_text(encoding="utf-8").replace("```", "` ` `")
            text = f"# `{target}`\n\n```{LANGUAGES.get(path.suffix, 'text')}\n{code}\n```\n"
        hidden = InclusionLevel.NOT_IN_NAV
        files.append(File.generated(config, _source_page(target), content=text, inclusion=hidden))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Put in what is included, and turn the links that leave docs/."""
    here = page.file.src_uri
    if here.startswith("source/"):
        return markdown
    markdown = INCLUDE.sub(lambda found: _included_text(found[1], here), markdown)
    return LINK.sub(lambda found: _turned(here, found[1]) + (found[2] or ""), markdown)


def _included_text(path: str, here: str) -> str:
    """The file, its title left out and its headings one lower, its links as seen from here."""
    text = (ROOT / path).read_text(encoding="utf-8")
    text = re.sub(r"\A# .*\n", "", text)
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    lower = "".join(part if part.startswith("```") else re.sub(r"^#", "##", part, flags=re.MULTILINE) for part in parts)

    def moved(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[1]))
        return os.path.relpath(target, posixpath.dirname(f"docs/{here}")) + (found[2] or "")

    return LINK.sub(moved, lower)


def _turned(here: str, link: str) -> str:
    """Where a link leads on the site."""
    target = posixpath.normpath(posixpath.join("docs", posixpath.dirname(here), link))
    if target.startswith("docs/"):
        return link
    page = _included().get(target) or ("index.md" if target == README else _source_page(target))
    return os.path.relpath(page, posixpath.dirname(here) or ".")


def _source_page(target: str) -> str:
    return f"source/{target}.md"


def _included() -> dict[str, str]:
    """The files that pages include, with the page of each."""
    return {
        name: path.relative_to(DOCS).as_posix()
        for path in DOCS.rglob("*.md")
        for name in INCLUDE.findall(path.read_text(encoding="utf-8"))
    }


def _linked(files: Files) -> set[str]:
    """The files outside docs/ that pages link to."""
    found: set[str] = set()
    for file in files.documentation_pages():
        text = INCLUDE.sub(lambda at, here=file.src_uri: _included_text(at[1], here), file.content_string)
        for link in LINK.finditer(FENCE.sub("", text)):
            target = posixpath.normpath(posixpath.join("docs", posixpath.dirname(file.src_uri), link[1]))
            if not target.startswith("docs/"):
                assert (ROOT / target).exists(), f"{file.src_uri} links to {link[1]}, which is not there"
                found.add(target)
    return found


def on_config(config: MkDocsConfig, **_: Any) -> MkDocsConfig:
    """Read the sources of this checkout."""
    os.chdir(ROOT)
    return config
