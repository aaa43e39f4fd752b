/** Mock handlers (msw 3) of every operation, answering with the contract's examples. */
export * from './generated/msw/index.ts'
