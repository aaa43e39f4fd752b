/** The command line asks for something that does not exist. Its message is one sentence for people. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
