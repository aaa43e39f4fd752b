import type { AuspexClient, RequestOptions } from './client.ts'
export type { RequestOptions }
export type ErrorType<E> = E
export const request = async <T>(url: string, options?: RequestOptions): Promise<T> => { throw new Error(url) }
