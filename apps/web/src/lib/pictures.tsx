import { type AuspexClient, getImage } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { createContext, type PropsWithChildren, use, useEffect, useState } from 'react'
import { useClient } from './api.tsx'

/** Fetches a picture by its id. */
export type LoadPicture = (imageId: string, signal: AbortSignal) => Promise<Blob>

const LoadPictureContext = createContext<LoadPicture | null>(null)

/** Fetches pictures in another way below it, as for readers of a link, who have no account. */
export const PictureProvider = ({ load, children }: PropsWithChildren<{ load: LoadPicture }>) => (
  <LoadPictureContext value={load}>{children}</LoadPictureContext>
)

export const loadOwnPicture =
  (client: AuspexClient): LoadPicture =>
  (imageId, signal) =>
    getImage(imageId, { client, signal })

/**
 * A picture by the address that the API gave. A browser sends no access token with an `img`, so the bytes are fetched and given
 * to it as an address of their own.
 */
export const usePicture = (address: string): { readonly url: string | null; readonly isFailed: boolean } => {
  const client = useClient()
  const load = use(LoadPictureContext) ?? loadOwnPicture(client)
  const imageId = /img_[a-z0-9]+/.exec(address)?.[0]
  const { data, isError } = useQuery({
    queryKey: ['picture', imageId],
    queryFn: ({ signal }) => load(imageId ?? '', signal),
    enabled: imageId !== undefined,
    staleTime: Infinity, // an address never gets other bytes
  })
  return { url: useObjectUrl(data), isFailed: isError || imageId === undefined }
}

const useObjectUrl = (blob: Blob | undefined): string | null => {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (blob === undefined) return undefined
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => {
      URL.revokeObjectURL(created)
      setUrl(null)
    }
  }, [blob])
  return url
}
