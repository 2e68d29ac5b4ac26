// Angular's own builder links its libraries; without it they are compiled in the browser, by this.
import '@angular/compiler';
import './dist/app.js';
