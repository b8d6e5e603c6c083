"""Save the bot of README.md under the name given: the first Python block that begins with that name."""

import re
import sys
from pathlib import Path

name = sys.argv[1]
readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
found = re.search(rf"^```python\n(# {re.escape(name)}\n.*?)^```$", readme, re.MULTILINE | re.DOTALL)
if found is None:
    sys.exit(f"README.md has no Python block that begins with '# {name}'")
Path(name).write_text(found[1], encoding="utf-8")
