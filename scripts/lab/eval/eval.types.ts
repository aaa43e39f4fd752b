/** A figure of the evaluation, as the table prints it. */
export interface EvalRow {
  /** The evaluation task, for example `tone`. */
  task: string
  /** The data it was measured on, with its size. */
  data: string
  /** Name of the figure, for example `Pearson r`. */
  measure: string
  /** The figure; null if its data is absent on this machine. */
  value: number | null
  /** The threshold; null for a figure that is for information only. */
  bar: Bar | null
  /** The same figure for a method that others use, measured in the same run; null if there is none. */
  baseline: { name: string; value: number } | null
}

/** Inclusive bounds; at least one must be given. */
export interface Bar {
  atLeast?: number
  atMost?: number
}

/** A task of the evaluation. It reads its data itself and returns rows without a value if the data is absent. */
export interface EvalTask {
  name: string
  run: (data: EvalData) => Promise<EvalRow[]>
}

/** Finds evaluation data, which is never part of the repository. */
export interface EvalData {
  /** Absolute path of a file or folder in the data folder, or null if it is absent. */
  path: (part: string) => string | null
}

/** Whether a figure is within its threshold; null if it has no value or no threshold. */
export function isReached({ value, bar }: Pick<EvalRow, 'value' | 'bar'>): boolean | null {
  if (value === null || bar === null) return null
  return value >= (bar.atLeast ?? -Infinity) && value <= (bar.atMost ?? Infinity)
}
