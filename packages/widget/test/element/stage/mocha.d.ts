// What @web/test-runner's mocha puts into the page with its `tdd` interface.
declare function test(title: string, run: () => void | Promise<void>): void;
declare function setup(run: () => void | Promise<void>): void;
declare function teardown(run: () => void | Promise<void>): void;
declare function suiteSetup(run: () => void | Promise<void>): void;
