/** A series as models see it: no gaps, on the scale on which changes are additive, oldest first. */
export interface ModelInput {
  values: Float64Array
  /** Lengths of the seasons found in the series, in steps, shortest first; empty when there are none. */
  periods: readonly number[]
}

/** A method that continues a series. Pure: the same series gives the same points. */
export interface ForecastModel {
  /** Display name. */
  name: string
  /** Points for the next `horizon` steps; null when the series is too short for this model. */
  forecast(input: ModelInput, horizon: number): Float64Array | null
}
