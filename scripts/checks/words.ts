/**
 * Usage: node scripts/checks/words.ts. Fails on names that docs/words.md rules out: a type or a module-level name that is a bare participle, which
 * does not show who did what to whom, and metaphors that stood for technical terms.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Participles that do not end in -ed. */
const irregular =
  'begun|bought|brought|built|caught|chosen|cut|done|drawn|fallen|found|given|gone|grown|heard|held|hidden|kept|known|laid|led|left|lost|made|meant|met|paid|put|read|said|seen|sent|set|shown|sorted|spent|spoken|stood|sought|taken|taught|thought|told|tried|understood|won|written'
/** Nouns that look like participles. */
const nouns = new Set(['feed', 'need', 'seed', 'speed', 'embed', 'read', 'set', 'cut', 'put'])
/** Proper names: source keys from the contract, and a published type of the SDK. */
const properNames = new Set(['pubmed', 'imported', 'paginated'])
const participle = new RegExp(`^(?:[a-z]+ed|${irregular})$`)

/** Metaphors, each with its technical term. */
const pictures: Readonly<Record<string, string>> = {
  desk: 'the thing itself',
  giveWay: 'preempt, or wait for what has priority',
  lane: 'limit, or queue',
  layOver: 'merge',
  lookOver: 'check',
  rehearse: 'backtest',
  shelf: 'cache',
  whenQuiet: 'when idle',
  workshop: 'the thing itself',
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.includes('/generated/') && !file.endsWith('routeTree.gen.ts'))

function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
}

function faultOf(name: string): string | null {
  const words = splitWords(name)
  const [word = ''] = words
  if (words.length === 1 && participle.test(word) && !nouns.has(word) && !properNames.has(word))
    return 'says what was done, not what it is'
  const picture = Object.keys(pictures).find((each) =>
    ` ${words.join(' ')} `.includes(` ${splitWords(each).join(' ')} `),
  )
  return picture === undefined ? null : `is a picture: ${pictures[picture]}`
}

const declaration =
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:interface|type|class|(?:async )?function|const|let) ([A-Za-z_$][\w$]*)/gm

const faults = files.flatMap((file) => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return [] // deleted, but not yet committed
  }
  const names = [...text.matchAll(declaration)].map(([, name = '']) => name)
  const baseName = file.split('/').at(-1)?.split('.')[0] ?? ''
  return [baseName, ...names].flatMap((name) => {
    const fault = faultOf(name)
    return fault === null ? [] : [`${file}: ${name} ${fault}`]
  })
})

for (const fault of new Set(faults)) console.error(fault)
console.log(`${files.length} files, ${new Set(faults).size} names that docs/words.md rules out`)
if (faults.length > 0) process.exit(1)
