import { execFileSync } from 'node:child_process'
import { z } from 'zod'
import type { Bump } from './next-version.ts'

/** The part of Redocly's report (2.77, reportVersion 1) that determines a version. */
const reportSchema = z.object({
  // absent if nothing changed
  bump: z.enum(['patch', 'minor', 'major']).optional(),
  summary: z.object({ major: z.number(), minor: z.number(), patch: z.number() }),
  changes: z.array(
    z.object({ path: z.string(), impact: z.string(), verdicts: z.array(z.object({ message: z.string() })) }),
  ),
})

export interface ContractDiff {
  bump: Bump
  /** How many changes are breaking, additive, or neither. */
  counts: { major: number; minor: number; patch: number }
  /** Each breaking change, with its place. */
  breaking: string[]
}

/** Compares two bundled contracts with Redocly's rules, which `config` enables. */
export function diffContracts({
  base,
  revision,
  config,
}: Record<'base' | 'revision' | 'config', string>): ContractDiff {
  const text = execFileSync(
    'redocly',
    ['diff', base, revision, '--config', config, '--format=json', '--fail-on=none'],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 256 * 1024 * 1024,
    },
  )
  const { bump, summary, changes } = reportSchema.parse(JSON.parse(text))
  const breaking = changes
    .filter(({ impact }) => impact === 'major')
    .flatMap(({ path, verdicts }) => verdicts.map(({ message }) => `${path}: ${message}`))
  return { bump: bump ?? 'none', counts: summary, breaking }
}
