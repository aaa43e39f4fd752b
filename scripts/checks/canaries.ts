/**
 * Usage: node scripts/checks/canaries.ts [words of a mistake]. Plants mistakes in a copy of the repository and verifies that the checks find them: a
 * check that cannot fail checks nothing.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyRepository } from './copy-repository.ts'

interface Canary {
  readonly mistake: string
  plant(copy: string): void
  readonly check: readonly [command: string, ...args: string[]]
  /** What the check must print, so that a failure for another reason does not count. */
  readonly says: RegExp
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  if (changed === text) throw new Error(`The canary found nothing to change in ${path}`)
  writeFileSync(path, changed)
}

const canaries: readonly Canary[] = [
  {
    mistake: 'a feature of the web app imports another feature',
    plant: (copy) => {
      write(join(copy, 'apps/web/src/features/nest/nest.model.ts'), 'export const nest = 1\n')
      write(
        join(copy, 'apps/web/src/features/canary/canary.model.ts'),
        "import { nest } from '../nest/nest.model.ts'\n\nexport const canary = nest\n",
      )
    },
    check: ['oxlint', 'apps/web/src/features/canary'],
    says: /A feature imports no other/,
  },
  {
    mistake: 'a module of the API imports another past its door',
    plant: (copy) =>
      write(
        join(copy, 'apps/api/src/http/health/canary.ts'),
        "import { sourceCodes } from '../documents/document-codes.ts'\n\nexport const canary = sourceCodes\n",
      ),
    check: ['oxlint', 'apps/api/src/http/health/canary.ts'],
    says: /through its door/,
  },
  {
    mistake: 'the API imports a module past its door',
    plant: (copy) =>
      write(
        join(copy, 'apps/api/src/http/canary.ts'),
        "import { sourceCodes } from '../modules/documents/document-codes.ts'\n\nexport const canary = sourceCodes\n",
      ),
    check: ['oxlint', 'apps/api/src/http/canary.ts'],
    says: /through its door/,
  },
  {
    mistake: 'a module of the API imports what another has for its tests',
    plant: (copy) =>
      write(
        join(copy, 'apps/api/src/http/health/canary.ts'),
        "import { documentsAbout } from '../signals/testing/sample-documents.ts'\n\nexport const canary = documentsAbout\n",
      ),
    check: ['oxlint', 'apps/api/src/http/health/canary.ts'],
    says: /through its door/,
  },
  {
    mistake: 'a module of the API asks for the tables of another',
    plant: (copy) =>
      write(
        join(copy, 'apps/api/src/http/health/canary.ts'),
        "import { sql } from 'kysely'\n\nexport const canary = sql`select count(*) from document_text`\n",
      ),
    check: ['node', 'scripts/checks/tables.ts'],
    says: /canary\.ts:3: the table document_text is of documents/,
  },
  {
    mistake: 'a table has no owner',
    plant: (copy) => write(join(copy, 'apps/api/migrations/9999_canary.sql'), 'create table canary (id text);\n'),
    check: ['node', 'scripts/checks/tables.ts'],
    says: /canary has no owner/,
  },
  {
    mistake: 'an app imports another app',
    plant: (copy) =>
      write(
        join(copy, 'apps/identity/src/canary.ts'),
        "import { readConfig } from '../../api/src/index.ts'\n\nexport const canary = readConfig\n",
      ),
    check: ['oxlint', 'apps/identity/src/canary.ts'],
    says: /may not import/,
  },
  {
    mistake: 'an app imports the server that joins the apps',
    plant: (copy) =>
      write(
        join(copy, 'apps/api/src/canary.ts'),
        "import { openGateway } from '../../server/src/index.ts'\n\nexport const canary = openGateway\n",
      ),
    check: ['oxlint', 'apps/api/src/canary.ts'],
    says: /api may not import server/,
  },
  {
    mistake: 'the product imports a script',
    plant: (copy) =>
      write(
        join(copy, 'apps/server/src/canary.ts'),
        "import { installLine } from '../../../scripts/test/find-chromium.ts'\n\nexport const canary = installLine\n",
      ),
    check: ['oxlint', 'apps/server/src/canary.ts'],
    says: /server may not import scripts/,
  },
  {
    mistake: 'a module of a server has a function in the form of a client',
    plant: (copy) => write(join(copy, 'apps/api/src/canary.ts'), 'export const canary = () => 1\n'),
    check: ['oxlint', 'apps/api/src/canary.ts'],
    says: /a function of a module is a function declaration/,
  },
  {
    mistake: 'a module of the SDK has a function in the form of a server',
    plant: (copy) => write(join(copy, 'packages/sdk/src/runtime/canary.ts'), 'export function canary() {}\n'),
    check: ['oxlint', 'packages/sdk/src/runtime/canary.ts'],
    says: /a function of a module is a constant with an arrow function/,
  },
  {
    mistake: 'a constant shouts',
    plant: (copy) => write(join(copy, 'apps/identity/src/canary.ts'), 'export const WAIT_MS = 1\n'),
    check: ['oxlint', 'apps/identity/src/canary.ts'],
    says: /A constant is written in camelCase/,
  },
  {
    mistake: 'a generated file was changed by hand',
    plant: (copy) =>
      edit(join(copy, 'packages/sdk/src/generated/operations.ts'), (text) => text.replace('"GET"', '"PUT"')),
    check: ['node', 'scripts/checks/fresh.ts'],
    says: /stale/,
  },
  {
    mistake: 'an operation of the contract has no handler',
    plant: (copy) =>
      edit(join(copy, 'apps/api/src/modules/create-modules.ts'), (text) =>
        text.replace('    ...users.operations,\n', ''),
      ),
    check: ['tsc', '-p', 'apps/api'],
    says: /getMe/,
  },
  {
    mistake: 'a file outgrows its room',
    plant: (copy) => write(join(copy, 'apps/api/src/canary.ts'), 'export {}\n'.repeat(401)),
    check: ['node', 'scripts/checks/files.ts'],
    says: /apps\/api\/src\/canary\.ts: 402 lines/,
  },
]

const [, , pattern = ''] = process.argv
const chosenCanaries = canaries.filter(({ mistake }) => mistake.includes(pattern))
if (chosenCanaries.length === 0) throw new Error(`No canary plants “${pattern}”`)
let silent = 0
for (const {
  mistake,
  plant,
  check: [command, ...args],
  says,
} of chosenCanaries) {
  const copy = copyRepository()
  try {
    plant(copy)
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    const found = status !== 0 && says.test(stdout + stderr)
    if (!found) silent += 1
    console.log(`${found ? 'found' : 'MISSED'}: ${mistake}`)
    if (!found) console.error(`${stdout}${stderr}`.slice(-2000))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

process.exit(silent === 0 ? 0 : 1)
