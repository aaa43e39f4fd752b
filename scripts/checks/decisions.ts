/** Usage: node scripts/checks/decisions.ts. Fails when decisions are numbered with gaps or twice, carry no date, are missing in their index, or are referred to and not there. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const folder = 'docs/decisions'
const records = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .toSorted()
const numbers = new Set(records.map((name) => name.slice(0, 4)))
const index = readFileSync(`${folder}/README.md`, 'utf8')
const faults: string[] = []

for (const [place, name] of records.entries()) {
  const number = String(place + 1).padStart(4, '0')
  const [title = '', , date = ''] = readFileSync(`${folder}/${name}`, 'utf8').split('\n')
  if (!name.startsWith(`${number}-`)) faults.push(`${name} should have the number ${number}`)
  if (!title.startsWith(`# ${name.slice(0, 4)} `)) faults.push(`${name} has another number in its title`)
  if (!/^\d{4}-\d{2}-\d{2}, (?:accepted|replaced)/.test(date))
    faults.push(`${name} says no date and state in its third line`)
  if (!index.includes(`(${name})`)) faults.push(`${name} is missing in ${folder}/README.md`)
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', '*.sql', '*.yaml'], { encoding: 'utf8' }).split(
  '\n',
)
for (const file of files) {
  if (file === '' || file.includes('/generated/')) continue
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    continue // deleted and not committed yet
  }
  for (const [, number = ''] of text.matchAll(/decisions?[ /]+(0\d{3})\b/gi))
    if (!numbers.has(number)) faults.push(`${file} refers to decision ${number}, which is not there`)
}

for (const fault of faults) console.error(fault)
console.log(`${records.length} decisions, ${faults.length} faults`)
if (faults.length > 0) process.exit(1)
