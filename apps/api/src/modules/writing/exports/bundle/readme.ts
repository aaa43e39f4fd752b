import type { SignalReport } from '@auspex/sdk/types'

export interface ReadmeFacts {
  report: SignalReport
  software: string
  /** When the bundle was created. */
  createdAt: string
}

/** The README for someone who opens a bundle years later. */
export function readme({ report, software, createdAt }: ReadmeFacts): string {
  const { query, computedAt, counts, provenance } = report
  return [
    `Auspex report bundle: ${query.subject ?? query.title}`,
    `Measured ${computedAt}, ${counts.documents} documents${provenance === 'demo' ? ', made up for the demo' : ''}.`,
    `Made ${createdAt} by Auspex ${software}.`,
    '',
    'report.json       the report as it was shown',
    'claims.json       what its summary claims, each with numbers, evidence and formula',
    'documents.jsonl   every matching document: what was counted, with the passage that matched; one object a line',
    'texts.jsonl       the texts that the summary was read from, so that quotations can be checked',
    'terms.jsonl       words of the documents that contexts were counted in',
    'word-vectors.txt  what the words of titles mean to the library, in Base64; headlines of events were chosen with it',
    'background.json   how common names and words are in the library',
    'source-days.csv   documents that the library held of each source and day: the denominators of shares',
    'runs.json         what each source was asked and how it answered',
    'inputs.json       everything else that the report was made of',
    'formulas.json     the measures with their references; in full in docs/measures.md of the project',
    'manifest.json     versions, the query, and SHA-256 of every file',
    '',
    'To count everything again, in a checkout of Auspex:  npm run verify -- <this file>',
    'Texts belong to who published them; addresses are in documents.jsonl.',
    '',
  ].join('\n')
}
