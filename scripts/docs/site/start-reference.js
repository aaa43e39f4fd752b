// Runs in the browser. The page's policy allows no inline scripts, so the configuration comes from an attribute.
const mount = document.getElementById('reference')
window.Scalar.createApiReference(mount, JSON.parse(mount.dataset.configuration))
