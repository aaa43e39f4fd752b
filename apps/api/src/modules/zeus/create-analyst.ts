import { createAnalyst, type ModelSettings, prepareReading } from '@auspex/analyst'
import type { CreateId } from '../../kernel/ids.ts'
import type { ZeusAnalyst } from './zeus.ports.ts'

/** The analyst of this installation: with the configured language model, or only the built-in one. */
export function createZeusAnalyst(model: ModelSettings | null, createId: CreateId): ZeusAnalyst {
  return {
    model: model?.name ?? null,
    answer: createAnalyst({ model, createId: () => createId('call').slice('call_'.length) }),
    prepare: prepareReading,
  }
}
