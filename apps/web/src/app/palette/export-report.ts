import { createExport, type ExportFormat, getExport, getExportFile } from '@auspex/sdk'
import { download } from '../../lib/download.ts'
import { describeFailure } from '../../lib/failure.ts'
import type { CommandTools } from './command.ts'

const lookEveryMs = 1000

interface ReportExport extends Pick<CommandTools, 'client' | 'tell'> {
  readonly signalId: string
  readonly format: ExportFormat
  /** The format as a person calls it. */
  readonly name: string
}

/** Has the server make the file and hands it to the browser. It goes on while other pages are opened. */
export const exportReport = async ({ client, tell, signalId, format, name }: ReportExport): Promise<void> => {
  tell(`Making the ${name}…`)
  try {
    let job = await createExport({ kind: 'signal', id: signalId, format }, { client })
    while (job.status === 'queued' || job.status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
      job = await getExport(job.id, { client })
    }
    if (job.status === 'failed') return tell(job.reason ?? 'The file could not be made.')
    download(job.fileName, await getExportFile(job.id, { client }))
    return tell(`Saved ${job.fileName}.`)
  } catch (error) {
    return tell(`${describeFailure(error).message}.`)
  }
}
