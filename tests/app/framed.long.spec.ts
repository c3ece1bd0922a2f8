/** The page in a frame of a stranger: it answers no message, shows nothing that was kept, and has no button that a click could be led to. */
import { resolve } from 'node:path'
import { serveSite } from '../support/site-server.ts'
import { AppPage, expect, test } from './app-page.ts'
import { dsym, report } from './site-page.ts'

test('a page of another site that frames this one gets a link, no answer and no report', async ({ page, context }) => {
  const host = await serveSite(resolve('dist'))
  const stranger = await serveSite(resolve('dist'), (request, response) => {
    response.setHeader('Content-Type', 'text/html').end(
      `<title>stranger</title><iframe src="${host.url}#/library" width="900" height="700"></iframe>
<script>
  window.answers = []
  addEventListener('message', ({ data }) => answers.push(data))
  const frame = document.querySelector('iframe')
  const texts = ['open', { type: 'open', text: 'x' }, { html: '<img src=x>' }, ['__proto__'], { port: 1 }]
  frame.onload = () => texts.forEach((data) => frame.contentWindow.postMessage(data, '*'))
</script>`,
    )
    return true
  })
  try {
    await page.goto(host.url)
    const app = new AppPage(page)
    await app.pick(report, dsym)
    await expect(app.frame(0)).toContainText('TMRouteAltitude')
    await app.untilKept()
    await page.reload()
    await page.getByRole('link', { name: 'Library' }).click()
    await expect(page.getByText('Trailmap').first()).toBeVisible()

    const outside = await context.newPage()
    const asked: string[] = []
    outside.on('request', (request) => asked.push(request.url()))
    // To a browser this is another site than the page's.
    await outside.goto(stranger.url.replace('127.0.0.1', 'localhost'))
    const framed = outside.frameLocator('iframe')
    const link = framed.getByRole('link', { name: 'Open Unslide in a window of its own' })
    await expect(link).toHaveAttribute('rel', 'noopener')
    await expect(framed.getByRole('button')).toHaveCount(0)
    await expect(framed.getByText('Trailmap')).toHaveCount(0)
    expect(await outside.evaluate('answers')).toEqual([])
    const ownSites = [host.url, stranger.url.replace('127.0.0.1', 'localhost')]
    const [opened] = await Promise.all([outside.waitForEvent('popup'), link.click()])
    await expect(opened.getByRole('heading', { level: 1 })).toBeVisible()
    expect(asked.filter((address) => !ownSites.some((start) => address.startsWith(start)))).toEqual([])
  } finally {
    await host.close()
    await stranger.close()
  }
})
