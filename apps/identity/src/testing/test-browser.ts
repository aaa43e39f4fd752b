interface Cookie {
  value: string
  path: string
}

/** A minimal browser: stores cookies by path, follows redirects only on request, and submits the forms of our pages. */
export class TestBrowser {
  readonly #cookies = new Map<string, Cookie>()
  readonly #address: string | undefined
  readonly #userAgent: string

  /** `address` is the caller's address that a proxy in front of the provider would report. */
  constructor(address?: string, userAgent = 'auspex-test') {
    this.#address = address
    this.#userAgent = userAgent
  }

  /** One request without following a redirect. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const cookies = this.cookiesFor(url)
    const headers = new Headers(init.headers)
    headers.set('accept', 'text/html')
    headers.set('user-agent', this.#userAgent)
    if (this.#address) headers.set('x-forwarded-for', this.#address)
    if (cookies) headers.set('cookie', cookies)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.#store(line)
    return response
  }

  /** The `Cookie` header of a request to this address. */
  cookiesFor(url: string): string {
    const { pathname } = new URL(url)
    const sentCookies = [...this.#cookies].filter(([, cookie]) => pathname.startsWith(cookie.path))
    return sentCookies.map(([key, cookie]) => `${key.split(' ')[0]}=${cookie.value}`).join('; ')
  }

  /** Follows redirects until it gets a page, or reaches an address that `stop` accepts, which it does not request. */
  async follow(
    first: Response,
    options: { from: string; stop: (url: string) => boolean },
  ): Promise<{ url: string; page: Response | null }> {
    let [response, url] = [first, options.from]
    while (response.status >= 300 && response.status < 400) {
      url = new URL(response.headers.get('location') ?? '', url).href
      if (options.stop(url)) return { url, page: null }
      response = await this.request(url)
    }
    return { url, page: response }
  }

  /** Submits a form with these fields, as the page at `from` would. */
  submit(
    url: string,
    { fields = {}, from = url }: { fields?: Record<string, string>; from?: string } = {},
  ): Promise<Response> {
    return this.request(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: new URL(from).origin },
    })
  }

  /** Sets a cookie that did not come from a server. */
  plant(name: string, value: string): void {
    this.#cookies.set(`${name} /`, { value, path: '/' })
  }

  forget(): void {
    this.#cookies.clear()
  }

  #store(line: string) {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const attribute = (key: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
    const path = attribute('path') ?? '/'
    const expired = new Date(attribute('expires') ?? '9999').getTime() < Date.now()
    if (expired || value === '') this.#cookies.delete(`${name} ${path}`)
    else this.#cookies.set(`${name} ${path}`, { value, path })
  }
}
