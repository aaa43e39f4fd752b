/** A signal as somebody chose it. */
export interface PickedSignal {
  readonly id: string
  readonly title: string
}
