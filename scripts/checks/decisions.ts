/** Usage: node scripts/checks/decisions.ts. Fails if a record is missing from the index, has no title, or is referenced but does not exist. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const folder = 'docs/decisions'
const records = readdirSync(folder).filter((name) => name !== 'README.md')
const index = readFileSync(`${folder}/README.md`, 'utf8')
const faults: string[] = []

for (const name of records) {
  if (!/^[a-z][a-z-]*\.md$/.test(name)) faults.push(`${name} is not named by its topic alone`)
  if (!readFileSync(`${folder}/${name}`, 'utf8').startsWith('# ')) faults.push(`${name} does not begin with its title`)
  if (!index.includes(`(${name})`)) faults.push(`${name} is missing in ${folder}/README.md`)
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', '*.sql', '*.yaml', '*.json'], {
  encoding: 'utf8',
})
for (const file of files.split('\n')) {
  if (file === '' || file.includes('/generated/') || file.includes('.gen.') || file === 'docs/CHANGELOG.md') continue
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    continue // deleted, but not yet committed
  }
  const links = file.startsWith(`${folder}/`) ? /\b([a-z][a-z-]*\.md)\b/g : /\bdecisions\/([\w-]+\.md)/g
  for (const [, name = ''] of text.matchAll(links))
    if (name !== 'README.md' && !records.includes(name) && !isOtherDocument(file, name))
      faults.push(`${file} refers to the record ${name}, which is not there`)
  if (/\bdecisions? 0\d{3}\b/i.test(text)) faults.push(`${file} refers to a record by a number`)
}

/** Records may also link to documents beside their folder, and name files of packages. */
function isOtherDocument(file: string, name: string): boolean {
  return file.startsWith(`${folder}/`) && [...readdirSync('docs'), 'api-surface.md'].includes(name)
}

for (const fault of faults) console.error(fault)
console.log(`${records.length} decisions, ${faults.length} faults`)
if (faults.length > 0) process.exit(1)
