/** The last task of each owner. */
const lastTasks = new WeakMap<object, Promise<unknown>>();

/** Runs the tasks of one owner one after the other, in the order in which they came. */
export async function inSequence<T>(owner: object, task: () => Promise<T>): Promise<T> {
	const before = lastTasks.get(owner) ?? Promise.resolve();
	const result = before.then(task, task);
	lastTasks.set(owner, result);
	return await result;
}
