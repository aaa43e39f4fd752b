/** A multipart form as a test sends it: `api.request({ …, ...(await toForm({ title, file })) })`. */
export async function toForm(
  fields: Record<string, string | Uint8Array>,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([Uint8Array.from(value)], { type: 'image/png' }), 'picture.png')
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  return { body, headers: { 'content-type': encoded.headers.get('content-type') ?? '' } }
}
