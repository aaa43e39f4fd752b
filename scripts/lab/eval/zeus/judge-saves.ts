import {
  type AuspexClient,
  ConflictError,
  listZeusReports,
  saveZeusReport,
  updateZeusReport,
  type ZeusReport,
} from '@auspex/sdk'
import { newShare, note, type Share } from './ask.ts'

const rounds = 10
const writersAtOnce = 20

/** Several writers save one report at the same time; after a refusal, each adds its line to what is stored. No line may be missing. */
export async function judgeSaves(client: AuspexClient): Promise<Share> {
  const share = newShare()
  let report = await saveZeusReport({ title: 'Saved at once', contents: 'Begin.' }, { client })
  for (let round = 0; round < rounds; round += 1) {
    const opened = report
    const lines = Array.from({ length: writersAtOnce }, (_, writer) => `Line ${writer} of round ${round}.`)
    await Promise.all(lines.map((line) => add(line, opened, client)))
    const { items } = await listZeusReports({ id: opened.id }, { client })
    report = items[0] ?? opened
    const stored = report.contents.split('\n\n')
    for (const line of lines) note(share, stored.filter((one) => one === line).length === 1, () => `${line} was lost`)
  }
  return share
}

/** Saves a line below the text, and retries below what another writer has stored meanwhile. */
async function add(line: string, opened: ZeusReport, client: AuspexClient): Promise<void> {
  let base = opened
  for (let attempt = 0; attempt <= 2 * writersAtOnce; attempt += 1) {
    try {
      const { id: reportId, revision } = base
      await updateZeusReport({ reportId, revision, contents: `${base.contents}\n\n${line}` }, { client })
      return
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      // the shape of the operation's response, by the contract
      base = error.problem?.current as unknown as ZeusReport
    }
  }
}
