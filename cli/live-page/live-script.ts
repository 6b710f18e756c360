/** The script of a live page: reloads the page when there is something new, and restores the reader's position. */
export const liveScript = `
'use strict'
;(() => {
  const KEY = 'assay-live'
  const QUIET = 4000
  let touched = 0
  for (const kind of ['keydown', 'pointerdown', 'wheel']) addEventListener(kind, () => { touched = Date.now() }, { passive: true })
  const kept = () => ({
    top: scrollY,
    open: [...document.querySelectorAll('details[open]')].map(one => one.id || one.closest('[id]')?.id).filter(Boolean),
    texts: [...document.querySelectorAll('input[type=search]')].map(one => one.value),
  })
  const restore = () => {
    const text = sessionStorage.getItem(KEY)
    if (text === null) return
    sessionStorage.removeItem(KEY)
    const { top, open, texts } = JSON.parse(text)
    for (const id of open) {
      const one = document.getElementById(id)
      const details = one instanceof HTMLDetailsElement ? one : one?.querySelector('details')
      if (details) details.open = true
    }
    ;[...document.querySelectorAll('input[type=search]')].forEach((one, at) => {
      if (!texts[at]) return
      one.value = texts[at]
      one.dispatchEvent(new Event('input', { bubbles: true }))
    })
    scrollTo(0, top)
  }
  const sign = document.querySelector('[data-live]')
  const version = sign?.getAttribute('data-live')
  const look = async () => {
    try {
      const state = await (await fetch('state', { cache: 'no-store' })).json()
      const isRead = Date.now() - touched < QUIET || String(getSelection()) !== ''
      if (state.over || (state.version !== version && !isRead)) {
        sessionStorage.setItem(KEY, JSON.stringify(kept()))
        location.reload()
        return
      }
      if (sign && state.version !== version) sign.textContent = 'Live: there is something new'
    } catch {
      if (sign) sign.textContent = 'Ended: this is how it stood last'
      return
    }
    setTimeout(look, 1500)
  }
  addEventListener('load', () => {
    restore()
    setTimeout(look, 1500)
  })
})()
`
