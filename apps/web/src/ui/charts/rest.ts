/** How long a hand rests, in milliseconds, before the days it has chosen by keys are asked for. */
export const restMs = 250
