import type { ExportFormat } from '@auspex/sdk'
import { describeFailure } from '../../lib/failure.ts'
import { saveExport } from '../../lib/save-export.ts'
import type { CommandTools } from './command.ts'

interface ReportExport extends Pick<CommandTools, 'client' | 'tell'> {
  readonly signalId: string
  readonly format: ExportFormat
  /** The format as a person calls it. */
  readonly name: string
}

/** Saves a file of the report. It goes on while other pages are opened. */
export const exportReport = async ({ client, tell, signalId, format, name }: ReportExport): Promise<void> => {
  tell(`Making the ${name}…`)
  try {
    const saved = await saveExport({ client, kind: 'signal', id: signalId, format })
    return tell('reason' in saved ? saved.reason : `Saved ${saved.fileName}.`)
  } catch (error) {
    return tell(`${describeFailure(error).message}.`)
  }
}
