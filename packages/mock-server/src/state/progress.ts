import type { Progress } from '@auspex/contract'
import { type Fields, isFields } from './request-fields.ts'
import type { RowProgress } from './store.ts'

/** How an item looks on its way: `isOver` once it is finished. */
export interface View {
  item: Fields
  isOver: boolean
}

/**
 * Shows an item at the step that it is at: as many as it was read, or as many as had time to pass. At the end it is the finished item.
 */
export function viewProgress(
  item: Fields,
  progress: Progress,
  at: RowProgress & { now: number; stepMs: number },
): View {
  const elapsed = at.stepMs > 0 ? Math.floor((at.now - at.startedAt) / at.stepMs) : 0
  const step = Math.max(at.polls, elapsed)
  const lastStep = progress.steps.length - 1
  const parts = partsOf(item, progress)
  const isOver = step >= lastStep + Math.max(1, parts.length)
  if (isOver) return { item: { ...item, ...progress.end }, isOver }
  const overlay = progress.steps[Math.min(step, lastStep)]
  const running = step < lastStep ? -1 : step - lastStep
  return { item: { ...item, ...overlay, ...showParts(parts, progress, running) }, isOver }
}

function partsOf(item: Fields, { parts }: Progress): unknown[] {
  const list = parts === undefined ? [] : item[parts.property]
  return Array.isArray(list) ? list : []
}

/** Parts before the running one have ended, those behind it wait. */
function showParts(list: readonly unknown[], { parts }: Progress, running: number): Fields {
  if (parts === undefined) return {}
  return {
    [parts.property]: list.map((part, index) => {
      if (!isFields(part) || index < running) return part
      return { ...part, ...(index === running ? parts.running : parts.waiting) }
    }),
  }
}
