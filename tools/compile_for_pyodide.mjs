// Compiles Python modules to bytecode by the Python that will run them, so that a browser need not do it at every start.
//   node tools/compile_for_pyodide.mjs in.zip out.zip ...
// Modules become .pyc files in their places; everything else stays as it is. The same archive gives the same bytes.
// Python's own modules, which are not below a folder `repulse`, go without docstrings and assertions.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { loadPyodide } = createRequire(join(root, 'web', 'package.json'))('pyodide')

// Sets of constants are written in the order of their hashes; and nobody reads in which column of a line something failed.
const pyodide = await loadPyodide({ env: { PYTHONHASHSEED: '0', PYTHONNODEBUGRANGES: '1', HOME: '/' } })
pyodide.runPython(`
import io, marshal, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

def compiled(data):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data.to_bytes())) as old, zipfile.ZipFile(made, "w") as new:
        for name in sorted(old.namelist()):
            if name.endswith("/"):
                continue
            content = old.read(name)
            if name.endswith(".py"):
                # Pyodide's own modules hand docstrings on to what is written in C.
                whole = name.split("/")[0] in ("repulse", "pyodide", "_pyodide")
                code = compile(content, name, "exec", dont_inherit=True, optimize=0 if whole else 2)
                name, content = name + "c", bytes(_code_to_hash_pyc(code, source_hash(content), False))
            new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return made.getvalue()
`)
const compiled = pyodide.globals.get('compiled')
const paths = process.argv.slice(2)
for (let place = 0; place < paths.length; place += 2) {
  const made = compiled(new Uint8Array(readFileSync(paths[place])))
  writeFileSync(paths[place + 1], made.toJs())
  made.destroy()
}
