import random
import uuid

from flask import Flask, jsonify, request

app = Flask(__name__)
sessions = {}


@app.route("/health", methods=["GET"])
def health():
    return "", 200


@app.route("/api/sessions", methods=["POST"])
def create_session():
    data = request.json
    session_id = str(uuid.uuid4())
    sessions[session_id] = {
        "position": data["position"],
        "match_id": data["matchId"],
    }
    return jsonify({"sessionId": session_id}), 201


@app.route("/api/sessions/<session_id>", methods=["DELETE"])
def destroy_session(session_id):
    sessions.pop(session_id, None)
    return "", 204


@app.route("/api/sessions/<session_id>/choose-cut", methods=["POST"])
def choose_cut(session_id):
    position = random.randint(6, 26)
    from_top = random.choice([True, False])
    return jsonify({"position": position, "fromTop": from_top})


@app.route("/api/sessions/<session_id>/choose-negotiation-action", methods=["POST"])
def choose_negotiation_action(session_id):
    data = request.json
    valid_actions = data["validActions"]
    chosen = random.choice(valid_actions)
    return jsonify(chosen)


@app.route("/api/sessions/<session_id>/choose-card", methods=["POST"])
def choose_card(session_id):
    data = request.json
    valid_plays = data["validPlays"]
    chosen = random.choice(valid_plays)
    return jsonify(chosen)


# Notifications — just acknowledge
@app.route("/api/sessions/<session_id>/notify/<path:event>", methods=["POST"])
def notify(session_id, event):
    return "", 200


if __name__ == "__main__":
    app.run(port=5050)
