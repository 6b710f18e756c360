/** The theme: light, dark, or that of the system. The choice is kept if the browser lets a file store something. */

const themes = ['system', 'light', 'dark']

export function theme() {
  const button = document.querySelector('[data-theme-button]')
  if (!(button instanceof HTMLButtonElement)) return
  let now = Math.max(0, themes.indexOf(stored()))
  const show = () => {
    const name = themes[now] ?? 'system'
    if (name === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = name
    button.textContent = `Theme: ${name}`
  }
  button.hidden = false
  button.addEventListener('click', () => {
    now = (now + 1) % themes.length
    try {
      localStorage.setItem('assay-theme', themes[now] ?? 'system')
    } catch {
      // A file opened from disk may have no storage; the choice then lasts as long as the page.
    }
    show()
  })
  show()
}

function stored() {
  try {
    return localStorage.getItem('assay-theme') ?? 'system'
  } catch {
    return 'system'
  }
}
