/** The portal's own script: chooses a report, and tells whose symbols to ask for. */
const report = document.querySelector('unslide-report')
const missing = document.querySelector('#missing')
const theme = document.querySelector('#theme')

document.querySelector('nav').addEventListener('click', (event) => {
  const link = event.target.closest('a')
  if (!link) return
  event.preventDefault()
  document.querySelector('nav [aria-current]')?.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'true')
  missing.textContent = ''
  report.src = link.href
})

theme.addEventListener('change', () => report.setAttribute('theme', theme.value))

document.addEventListener('unslide-loaded', ({ detail }) => {
  const names = detail.missing.map(({ name, uuid }) => `${name} (${uuid})`)
  missing.textContent = names.length > 0 ? `Ask the build server for the symbols of ${names.join(', ')}.` : ''
})
