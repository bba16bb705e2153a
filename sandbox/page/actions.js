/* global document, window, refresh, wanted */

/** Sends a body to a test control, and shows at once what it has changed. */
async function control(path, method, body) {
	const answer = await fetch(`/control${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const { error = '' } = await answer.json();
	document.getElementById('refused').textContent = error;
	await refresh();
}

/** The fields of a form as a JSON body: times of the page are UTC, and some options are JSON themselves. */
function bodyOf(form) {
	const fields = [...form.elements].filter(({ name }) => name);
	const valueOf = ({ type, value, dataset }) => {
		if (type === 'datetime-local') return `${value}Z`;
		return 'json' in dataset ? JSON.parse(value) : value;
	};
	return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
}

document.addEventListener('click', ({ target }) => {
	const button = target.closest('button');
	if (!button) return;
	const { copy, control: path, method, question } = button.dataset;
	if (question && !window.confirm(question)) return;
	if (copy !== undefined) {
		void navigator.clipboard.writeText(copy).then(() => {
			button.textContent = 'Copied';
		});
	} else if (path !== undefined) void control(path, method, JSON.parse(button.value));
});

document.addEventListener('submit', (event) => {
	event.preventDefault();
	const { control: path } = event.target.dataset;
	if (path !== undefined) void control(path, 'POST', bodyOf(event.target));
});

document.getElementById('filter').addEventListener('input', ({ target }) => {
	wanted.set(target.name, target.value);
	void refresh();
});
