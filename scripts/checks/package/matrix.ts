/**
 * Usage: node scripts/checks/package/matrix.ts [ci]. Installs the packed SDK with npm and pnpm and React 18 and 19, checks its types with three
 * compilers and two resolution modes, and runs it on every platform against a local server; `ci` is the part that `main.ts` runs.
 */
import { runMatrix } from './matrix-cells.ts'
import { packPackage, sdkFolder } from './consumer.ts'

const part = process.argv[2] === 'ci' ? 'ci' : 'whole'
const { cells, failures } = await runMatrix(await packPackage(sdkFolder), part)
console.log(`${cells - failures.length} of ${cells} cells of the matrix`)
process.exit(failures.length === 0 ? 0 : 1)
