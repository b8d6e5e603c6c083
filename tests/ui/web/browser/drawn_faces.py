"""Love Letter with its card faces as SVG, all of them hostile, for `serving.py`."""

import msgspec
from love_letter import GAME as PLAIN
from love_letter import KINDS

HOSTILE = """<script>{run}</script>
<image href="{leak}/image" width="1" height="1"/><use href="{leak}/use#x"/>
<style>@import url({leak}/style); rect {{ fill: url({leak}/fill#x) }}</style>
<a href="javascript:{run}"><text x="1" y="6" font-size="2">{sign}</text></a>
<set attributeName="x" to="0" onbegin="{run}"/>
<foreignObject width="5" height="7"><body xmlns="http://www.w3.org/1999/xhtml" onload="{run}">
<script>{run}</script><img src="{leak}/img" onerror="{run}"/>
<iframe src="{leak}/frame"></iframe></body></foreignObject>"""
RUN = "top.hasRun = document.title = 'hasRun'"
LEAK = "http://leak.example"
ATTACKS = HOSTILE.replace("{run}", RUN).replace("{leak}", LEAK).replace("{{", "{").replace("}}", "}")


def drawn(number: int) -> str:
    """A face that is drawn, with and without what a file of its own begins with."""
    size = f'viewBox="0 0 5 7" onload="{RUN}"'
    back = f'<rect width="5" height="7" style="fill: hsl({36 * number} 60% 80%)"/><circle cx="2.5" cy="2.5" r="1.6"/>'
    inside = back + ATTACKS.replace("{sign}", str(number))
    if number % 2:
        return f"\n<svg {size}>{inside}</svg>"
    return f'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" {size}>{inside}</svg>'


BROKEN = "Guard"  # not well-formed: the card shows its text
FACES = {kind: drawn(number) for number, kind in enumerate(KINDS)} | {BROKEN: "<svg viewBox='0 0 5 7'><rect"}


class Drawn(type(PLAIN)):
    """Love Letter with other faces."""

    guide = msgspec.structs.replace(PLAIN.guide, faces=FACES)


GAME = Drawn()
