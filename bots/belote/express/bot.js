const express = require("express");
const { v4: uuidv4 } = require("uuid");

const app = express();
app.use(express.json());

const sessions = new Map();

app.get("/health", (req, res) => res.sendStatus(200));

app.post("/api/sessions", (req, res) => {
  const sessionId = uuidv4();
  sessions.set(sessionId, {
    position: req.body.position,
    matchId: req.body.matchId,
  });
  res.status(201).json({ sessionId });
});

app.delete("/api/sessions/:sessionId", (req, res) => {
  sessions.delete(req.params.sessionId);
  res.sendStatus(204);
});

app.post("/api/sessions/:sessionId/choose-cut", (req, res) => {
  const position = Math.floor(Math.random() * 21) + 6; // 6-26
  res.json({ position, fromTop: Math.random() > 0.5 });
});

app.post("/api/sessions/:sessionId/choose-negotiation-action", (req, res) => {
  const actions = req.body.validActions;
  res.json(actions[Math.floor(Math.random() * actions.length)]);
});

app.post("/api/sessions/:sessionId/choose-card", (req, res) => {
  const plays = req.body.validPlays;
  res.json(plays[Math.floor(Math.random() * plays.length)]);
});

// Catch-all for notifications
app.post("/api/sessions/:sessionId/notify/:event", (req, res) => {
  res.sendStatus(200);
});

app.listen(5050, () => console.log("Bot running on port 5050"));
