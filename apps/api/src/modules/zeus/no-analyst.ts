import { AnalystError } from '@auspex/analyst'
import type { ZeusAnalyst } from './zeus.ports.ts'

/** Says that nobody is there to answer. */
export const noAnalyst: ZeusAnalyst = {
  model: null,
  // oxlint-disable-next-line require-yield -- it has nothing to say
  async *answer() {
    throw new AnalystError('model_unavailable', 'This server has no analyst.')
  },
}
