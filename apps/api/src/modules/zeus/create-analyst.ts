import { createAnalyst, type ModelSettings } from '@auspex/analyst'
import type { CreateId } from '../../kernel/ids.ts'
import type { ZeusAnalyst } from './zeus.ports.ts'

/** The analyst of this installation: with the language model that it is set up with, or the built-in one alone. */
export function createZeusAnalyst(model: ModelSettings | null, createId: CreateId): ZeusAnalyst {
  return {
    model: model?.name ?? null,
    answer: createAnalyst({ model, createId: () => createId('call').slice('call_'.length) }),
  }
}
