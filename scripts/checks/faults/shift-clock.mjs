// Loaded before the server by `--import`: each SIGUSR2 moves its clock, first an hour ahead, then an hour behind, then back to the true time.
const shifts = [3_600_000, -3_600_000, 0]
const TrueDate = Date
let [offset, turn] = [0, 0]
globalThis.Date = class extends TrueDate {
  constructor(...args) {
    if (args.length === 0) super(TrueDate.now() + offset)
    else super(...args)
  }
  static now() {
    return TrueDate.now() + offset
  }
}
process.on('SIGUSR2', () => {
  offset = shifts[turn % shifts.length]
  turn += 1
})
