/** A call of the admin API that cannot be done. Its message is for people. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
  readonly status: 404 | 405 | 422

  constructor(status: AdminError['status'], message: string) {
    super(message)
    this.status = status
  }
}
